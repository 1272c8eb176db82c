export { DocumentCard } from './document-card';
export { sizeText } from './formats';
export { RemarkDoor, RemarkField, RemarkThread } from './remarks';
export { type Group, groups, inGroup, may, nameOf, progressOf, standingOf } from './standing';
export { SubmitBar, SupplyStatus } from './submit-bar';
export { useRequest } from './use-request';
export { type Supply, useSupply } from './use-supply';
