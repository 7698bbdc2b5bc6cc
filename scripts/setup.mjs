// `npm run setup`: installs what is missing and builds what is stale, and starts nothing; for whoever builds is not who serves.
import { prepare } from './prepare.mjs';

await prepare();
