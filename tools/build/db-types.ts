import { spawnSync } from 'node:child_process';
import { allergens, diets } from '#contract/allergens.ts';
import { openScratchDatabase } from '#tools/parts/scratch-database.ts';

const itemStatus = "'created' | 'preparing' | 'completed' | 'delivered' | 'cancelled'";
const taxType = "'exclusive' | 'inclusive'";
const listOf = (words: readonly string[]) => `Generated<(${words.map((word) => `'${word}'`).join(' | ')})[]>`;

/** What the check constraints allow; the generator sees only texts. */
const columns = {
  'customers.gender': "'female' | 'male' | 'other' | null",
  'menu_items.allergens': listOf(allergens),
  'menu_items.diets': listOf(diets),
  'members.role': "'admin' | 'user'",
  'order_lines.status': `Generated<${itemStatus}>`,
  'order_lines.tax_type': `${taxType} | null`,
  'orders.customer_type': "'WALKIN' | 'CUSTOMER'",
  'orders.delivery_type': "'dinein' | 'delivery' | 'takeaway'",
  'orders.payment_status': "Generated<'pending' | 'paid'>",
  'orders.status': "Generated<'created' | 'completed' | 'cancelled'>",
  'print_settings.page_format': "Generated<'80' | '57'>",
  'reservations.status': "Generated<'booked' | 'paid' | 'cancelled'>",
  'qr_order_lines.tax_type': `${taxType} | null`,
  'qr_orders.customer_type': "'WALKIN' | 'CUSTOMER'",
  'qr_orders.delivery_type': "'dinein' | 'takeaway'",
  'qr_orders.status': "Generated<'created' | 'completed' | 'cancelled'>",
  'store_tables.plan_shape': "'round' | 'square' | 'long' | null",
  'subscription_history.status': "'created' | 'renewed' | 'cancelled'",
  'tickets.kind': "'new' | 'void' | 'move' | 'recall'",
  'tickets.state': "Generated<'queued' | 'seen' | 'printed' | 'unseen' | 'told'>",
  'taxes.type': taxType,
};

// Writes db/schema.ts from the migrated database; with --verify it says whether the file is still true.
const database = await openScratchDatabase();
const options = {
  dialect: 'postgres',
  url: database.ownerUrl,
  'out-file': 'db/schema.ts',
  'exclude-pattern': '{migrations,own}.*',
  'date-parser': 'string',
  'type-mapping': JSON.stringify({ int8: 'number', jsonb: 'unknown', timestamptz: 'Date' }),
  overrides: JSON.stringify({ columns }),
  singularize: 'false',
  'log-level': 'warn',
};
const given = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
const { status, stdout, stderr } = spawnSync('kysely-codegen', [...given, ...process.argv.slice(2)], { encoding: 'utf8' });
await database.stop();
// It complains of every override, because it would parse them with the TypeScript API that version 7 no longer has, and then takes them as they are.
if (status !== 0) process.stderr.write(stdout + stderr);
process.exitCode = status ?? 1;
