export { DropFile } from './drop-file';
export { FaultTable } from './fault-table';
export { default as classes } from './file-import.module.css';
