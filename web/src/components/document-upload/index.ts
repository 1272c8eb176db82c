export { DocumentCard } from './document-card';
export { documentStateOf, type Group, groups, inGroup, may, nameOf, progressOf } from './document-state';
export { sizeText } from './formats';
export { AddRemark, RemarkField, RemarkThread } from './remarks';
export { SubmitBar, UploadStatus } from './submit-bar';
export { useRequest } from './use-request';
export { type Upload, useUpload } from './use-upload';
