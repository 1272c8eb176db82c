export { FilterMenu } from './filter-menu';
export { FilterSelect } from './filter-select';
export * from './list';
export { default as listClasses } from './list.module.css';
export * from './rows';
export { ScrollBox, SearchBox } from './search-box';
export * from './state';
