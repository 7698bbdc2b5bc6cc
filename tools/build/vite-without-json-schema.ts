import type { Plugin } from 'vite';

/** What zod's schemas carry to describe themselves as JSON Schema: a fortieth of each screen, and only openapi.ts asks for it, in Node. */
const UNUSED = /\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const NOTHING = '\0without-json-schema';

/** Leaves JSON Schema out of what browsers load. Whoever asks for it there gets an error. */
export const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) => (UNUSED.test(source) && importer?.endsWith('/zod/v4/classic/schemas.js') ? NOTHING : undefined),
  // all of them are undefined there, as they shall be; whatever else is undefined is still said
  onLog: (_, { code, message }) => (code === 'IMPORT_IS_UNDEFINED' && message.includes("without-json-schema'") ? false : undefined),
  load: (id) =>
    id === NOTHING
      ? `const missing = () => () => { throw new Error('There is no JSON Schema in the browser.'); };
         export { missing as createStandardJSONSchemaMethod, missing as createToJSONSchemaMethod };`
      : undefined,
});
