export { activity, idleSeconds, watchIdle } from './idle';
export { checkAgainAfter, refreshBefore, refreshIn, startsAfter, watchToken } from './token';
