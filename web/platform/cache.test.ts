import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient } from './cache.ts';

const watch = () => {
  const cache = createQueryClient();
  const answers: ((answer: number) => void)[] = [];
  const observer = new QueryObserver<number>(cache, {
    queryKey: ['dishes'],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  const shown: (number | undefined)[] = [];
  onTestFinished(observer.subscribe(({ data }) => shown.push(data)));
  return { cache, answers, shown };
};

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a first load that changes overtake is shown as it comes, and asked once more behind them', async () => {
  const { cache, answers, shown } = watch();
  for (let change = 0; change < 5; change++) {
    void cache.invalidateQueries({ queryKey: ['dishes'] });
    await turn();
  }
  expect(answers).toHaveLength(1);
  answers[0]!(1);
  await expect.poll(() => answers.length).toBe(2);
  expect(shown.at(-1)).toBe(1);
  answers[1]!(2);
  await expect.poll(() => shown.at(-1)).toBe(2);
  await turn();
  expect(answers).toHaveLength(2);
});

test('whoever waits for a change waits for the answer behind it', async () => {
  const { cache, answers, shown } = watch();
  const done = cache.invalidateQueries({ queryKey: ['dishes'] });
  answers[0]!(1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]!(2);
  await done;
  expect(shown.at(-1)).toBe(2);
});
