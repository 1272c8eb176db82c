export { FilterMenu } from './filter-menu';
export * from './list';
export { default as listClasses } from './list.module.css';
export * from './rows';
export { ScrollBox, SearchBox } from './search-box';
export * from './state';
