import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Noun, readNoun } from './noun.ts';
import { serverFiles } from './server-files.ts';
import { webFiles } from './web-files.ts';

// `npm run new:feature delivery-zones`: a noun of the settings with a title, from its table to its screen, for its author to go on with
// (docs/house.md §10). What exists is never overwritten.

/** The lists in which a noun stands, and its line in each. */
const registries = ({ kebab, camel, pascal, Title }: Noun): [file: string, insert: (text: string) => string][] => {
  const amongLines = (line: string) => (text: string) => {
    const [first = '', ...lines] = text.trimEnd().split('\n');
    return `${[first, ...[...lines, line].sort((a, b) => (pathIn(a) < pathIn(b) ? -1 : 1))].join('\n')}\n`;
  };
  return [
    ['contract/nouns.ts', amongLines(`export * as ${camel} from './${kebab}.ts';`)],
    ['server/feature-routes.ts', amongLines(`export { ${camel}Routes } from './features/${kebab}/${kebab}.routes.ts';`)],
    [
      'web/app/settings-pages.ts',
      (text) =>
        text
          .replace(
            /\n\];\n$/,
            `\n  {\n    title: '${Title}',\n    path: \`\${SETTINGS_ROOT}/${kebab}\`,\n    icon: IconList,\n    screen: from(() => import('#web/features/${kebab}/${pascal}Screen.tsx'), '${pascal}Screen'),\n  },\n];\n`,
          )
          .replace(/(?<!IconList,)\n {2}IconMessageQuestion,\n/, '\n  IconList,\n  IconMessageQuestion,\n'),
    ],
  ];
};
const pathIn = (line: string) => /'(.*)'/.exec(line)?.[1] ?? '';

/** The number after the last migration, and the last migration's name: the release before may run beside the new table. */
const nextMigration = () => {
  const names = globSync('db/migrations/*.sql')
    .map((file) => basename(file, '.sql'))
    .sort();
  const former = names.at(-1)!;
  return { former, number: String(Number.parseInt(former, 10) + 1).padStart(4, '0') };
};

const run = (command: string, ...args: string[]) => {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`);
};

/** Writes the noun's files and its lines in the registries, and what is generated from them. */
const write = (noun: Noun): string[] => {
  const files = { ...serverFiles(noun, nextMigration()), ...webFiles(noun) };
  const there = Object.keys(files).filter((file) => existsSync(file));
  if (there.length > 0) throw new Error(`There is ${there.join(', ')} already.`);
  const changed = registries(noun).map(([file, insert]) => {
    const text = readFileSync(file, 'utf8');
    const next = insert(text);
    if (next === text) throw new Error(`${file} has another form than this knows: please add the noun by hand.`);
    return [file, next] as const;
  });
  for (const [file, text] of [...Object.entries(files), ...changed]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const written = [...Object.keys(files), ...changed.map(([file]) => file)];
  run('biome', 'format', '--write', ...written.filter((file) => !file.endsWith('.sql')));
  run(process.execPath, 'tools/build/openapi.ts');
  run(process.execPath, 'tools/build/db-types.ts');
  return [...written, 'docs/openapi.json', 'db/schema.ts'];
};

try {
  const noun = readNoun(process.argv[2]);
  for (const file of write(noun)) console.log(file);
  console.log(`\nWhat ${noun.words} are stands in docs/glossary.md when you have written it there.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
