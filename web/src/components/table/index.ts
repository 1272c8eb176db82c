export { Outdated } from './outdated';
export { SkeletonCards, SkeletonRows } from './skeletons';
export { SortHead } from './sort-head';
export { default as table } from './table.module.css';
