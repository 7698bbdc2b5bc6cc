import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Scripts and style sheets compressed once, as small as it gets: the server sends these files as they are. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  applyToEnvironment: ({ name }) => name === 'client',
  // from the files: until they are written, other plugins still change what stands in them
  writeBundle({ dir = '' }, bundle) {
    for (const fileName of Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))) {
      const file = join(dir, fileName);
      const code = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(`${file}.br`, brotliCompressSync(code, { params }));
      writeFileSync(`${file}.gz`, gzipSync(code, { level: constants.Z_BEST_COMPRESSION }));
    }
  },
});
