// One chunk for both: who reads one of them reads the other.
export { ClosingScreen } from './ClosingScreen.tsx';
export { DayEndScreen } from './DayEndScreen.tsx';
