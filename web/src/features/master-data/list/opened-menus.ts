export { ColumnItems } from './ColumnItems';
export { ExtraItems } from './ExtraItems';
export { RowMenuItems } from './RowMenuItems';
