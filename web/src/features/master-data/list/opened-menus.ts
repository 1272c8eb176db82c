export { ColumnItems } from './column-items';
export { ExtraItems } from './extra-items';
export { RowMenuItems } from './row-menu-items';
