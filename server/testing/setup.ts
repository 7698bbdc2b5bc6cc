import { afterAll } from 'vitest';
import { closeOpened } from './restaurant.ts';

afterAll(closeOpened);
