import { completeFirstStep, firstSteps, getFirstSteps } from '#contract/first-steps.ts';
import { insertAudit } from '#server/platform/security/audit.queries.ts';
import { handle } from '#server/platform/endpoints/routes.ts';
import { findDoneSteps, insertFirstStep } from './first-steps.queries.ts';

export const firstStepsRoutes = [
  handle(getFirstSteps, async (_, { db }) => {
    const { steps, ...has } = await findDoneSteps(db);
    const done = firstSteps.filter((step) => steps.includes(step));
    return { isOver: steps.includes('all') || done.length === firstSteps.length, done, ...has };
  }),

  handle(completeFirstStep, async ({ body: { step } }, context) => {
    await insertFirstStep(context.db, step, context.now);
    await insertAudit(context, { action: 'complete', entity: 'first_steps', after: { step } });
    return { message: step === 'all' ? 'The list is put away.' : 'Done.' };
  }),
];
