export { DocumentCards } from './document-card';
export {
  documentStateOf,
  documentsIn,
  type Group,
  groups,
  inGroup,
  isNeeded,
  may,
  nameOf,
  newestOf,
  progressOf,
} from './document-state';
export { sizeText } from './formats';
export { PhotoDesk } from './photo/photo-desk';
export { RemarkField, RemarkThread, SubmitBar, UploadStatus } from './remarks';
export { useRequest } from './use-request';
export { type Upload, useUpload } from './use-upload';
