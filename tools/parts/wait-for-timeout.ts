// Before every test: `vi.waitFor` looks for 15 seconds. A machine that tests much at once is slow, not wrong, and Vitest has no setting for it.
import { vi } from 'vitest';

const TIMEOUT_MS = 15_000;
const { waitFor } = vi;
vi.waitFor = (look, options = TIMEOUT_MS) => waitFor(look, options);
