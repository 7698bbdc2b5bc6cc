import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const web = resolve(import.meta.dirname, '../web');

/** web/loader.ts as a script of its own, which leaves `loader` behind. */
const buildLoader = async (): Promise<string> => {
  const entry = join(web, 'loader.ts');
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: true, target: 'es2022', lib: { entry, formats: ['iife'], name: 'loader' } },
  });
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return output[0].code;
};

type Bundle = Rolldown.OutputBundle;
const baseOf = (fileName: string): string => fileName.slice(fileName.lastIndexOf('/') + 1);
const chunksOf = (bundle: Bundle) => Object.values(bundle).filter((each) => each.type === 'chunk');

/** The files that have to be there before a chunk runs, itself last: what a screen says of a part comes after what the part says. */
const closureOf = (bundle: Bundle, chunk: Rolldown.OutputChunk) => {
  const [scripts, styles] = [new Set<string>(), new Set<string>()];
  const seen = new Set<string>();
  const collect = (fileName: string): void => {
    const each = bundle[fileName];
    if (each?.type !== 'chunk' || seen.has(fileName)) return;
    seen.add(fileName);
    each.imports.forEach(collect);
    scripts.add(fileName);
    each.viteMetadata?.importedCss.forEach((style) => styles.add(style));
  };
  collect(chunk.fileName);
  return { scripts, styles };
};

/** A chunk as a classic script. The name of the file that holds it stands for `import.meta.url`. */
const wrap = (name: string, code: string) =>
  `(globalThis.comanda??=[]).push(["${name}",(function(require,exports,chunkName){"use strict";${code}})]);\n`;
/** How Rolldown writes `import('./chunk.js')` in CommonJS. */
const IMPORT = /Promise\.resolve\(\)\.then\(\(\) ?=> ?require\(["'`]\.\/([\w.-]+)["'`]\)\)/g;
/**
 * All of a script is compiled beside the page's own thread while it arrives, and kept: function by function, at the first call of each, it
 * takes a cheap tablet a quarter of its start. The browser looks for the word in the first line only.
 */
const AT_ONCE = '//# allFunctionsCalledOnLoad\n';
/** Chunks of the page that are smaller than this come in one file: each file costs a cheap tablet more than its bytes. */
const SMALL = 150_000; // characters

const without = (files: Set<string>, others: Set<string>): string[] => [...files].filter((file) => !others.has(file));
/** Without the word the browser holds scripts at the end of the page back, two at a time, until the style sheets have come. */
const scriptTag = (file: string) => `<script defer fetchpriority="high" src="/${file}"></script>`;
const styleTag = (file: string) => `<link rel="stylesheet" crossorigin href="/${file}">`;

interface Files {
  scripts: Set<string>;
  styles: Set<string>;
}

/** The chunks as classic scripts; and for each that is loaded when it is needed, what it needs besides what is `there`. */
const convert = (bundle: Bundle, there: Files) => {
  const chunks = chunksOf(bundle);
  const scripts = new Map<string, string>();
  const needs: Record<string, { scripts: string[]; styles: string[] }> = {};
  const load = (_all: string, name: string) => {
    const chunk = chunks.find(({ fileName }) => baseOf(fileName) === name)!;
    const closure = closureOf(bundle, chunk);
    needs[name] = {
      scripts: without(closure.scripts, there.scripts).map(baseOf),
      styles: without(closure.styles, there.styles).map(baseOf),
    };
    return `comanda.load("${name}")`;
  };
  for (const { fileName, code } of chunks) {
    const rest = code.replace(IMPORT, load);
    if (/\bimport\(["'`]|resolve\(\)\.then\(\(\) ?=> ?require/.test(rest)) throw new Error(`${fileName} imports as no classic script can.`);
    scripts.set(fileName, wrap(baseOf(fileName), rest));
  }
  return { scripts, needs };
};

/** The page with what it starts with. */
const pageWith = (page: string, { colors, font }: { colors: string; font: string }, scripts: string[], styles: string[]): string =>
  page
    .replace('/color-scheme.js', () => `/${colors}`)
    .replace(/ *<script type="module"[^>]*><\/script>\n/, '')
    .replace(/ *<\/head>/, (end) =>
      [
        // a page that meets the Latin script's letters only in its style sheet is laid out twice, first with others
        `    <link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">\n`,
        ...scripts.map((file) => `    ${scriptTag(file)}\n`),
        ...styles.map((file) => `    ${styleTag(file)}\n`),
        end,
      ].join(''),
    );

/**
 * Turns the chunks into classic scripts that web/loader.ts brings together (docs/decisions/0019-classic-scripts.md), and writes the page:
 * for every address, and one for each screen of `beginnings` that names what the screen is made of, `PosScreen.html` for
 * `features/pos/PosScreen.tsx`.
 */
export const classicScripts = ({ beginnings }: { beginnings: readonly string[] }): Plugin => ({
  name: 'classic-scripts',
  apply: 'build',
  enforce: 'post',
  config: () => ({
    define: { 'import.meta.url': 'chunkName' },
    build: { modulePreload: false, rolldownOptions: { output: { format: 'cjs' }, checks: { emptyImportMeta: false } } },
  }),
  // files are kept for ever under their names
  augmentChunkHash: () => AT_ONCE + wrap('', ''),
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const chunks = chunksOf(bundle);
      const entry = chunks.find(({ isEntry }) => isEntry)!;
      const start = closureOf(bundle, entry);
      const screens = beginnings.map((beginning) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === join(web, beginning));
        if (!chunk) throw new Error(`${beginning} is no chunk of its own.`);
        const { scripts, styles } = closureOf(bundle, chunk);
        return { name: chunk.name, scripts: without(scripts, start.scripts), styles: without(styles, start.styles) };
      });
      const isAtOnce = new Set([...start.scripts, ...screens.flatMap(({ scripts }) => scripts)]);

      const { scripts, needs } = convert(bundle, start);
      const loader = `${await buildLoader()};comanda=loader.startLoader("/assets/",${JSON.stringify(needs)},globalThis.comanda??[]);\n`;
      const isSmall = (file: string) => scripts.get(file)!.length < SMALL;
      const small = [...start.scripts].filter(isSmall);
      for (const chunk of chunks) {
        const script = scripts.get(chunk.fileName)!;
        chunk.code = isAtOnce.has(chunk.fileName) ? AT_ONCE + script : script;
      }
      for (const file of small) delete bundle[file];

      const emit = (name: string, source: string) => this.getFileName(this.emitFile({ type: 'asset', name, source }));
      const begin = `comanda.load("${baseOf(entry.fileName)}");\n`;
      const first = emit('comanda.js', [AT_ONCE, loader, ...small.map((file) => scripts.get(file)!), begin].join(''));
      const large = [...start.scripts].filter((file) => !isSmall(file));

      const page = bundle['index.html'];
      const font = Object.keys(bundle).find((file) => file.includes('inter-latin-wght-normal-'));
      if (page?.type !== 'asset' || !font) throw new Error('There is no page, or no font.');
      const html = String(page.source);
      const named = { font, colors: emit('color-scheme.js', readFileSync(join(web, 'public/color-scheme.js'), 'utf8')) };
      // the first file begins when all the others are there
      for (const { name, scripts, styles } of screens)
        this.emitFile({ type: 'asset', fileName: `${name}.html`, source: pageWith(html, named, [...large, ...scripts, first], styles) });
      page.source = pageWith(html, named, [...large, first], []);
    },
  },
});
