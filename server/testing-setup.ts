import { afterAll } from 'vitest';
import { closeOpened } from './testing.ts';

afterAll(closeOpened);
