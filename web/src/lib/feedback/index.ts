export { type ConfirmKind, confirm, confirmKinds, question, wordsOf } from './confirm';
export { expired, expireSession } from './expired';
export { begin, hideAfter, showAfter, spinner } from './pending';
export {
  isSuppressed,
  type Popup,
  popup,
  popupOf,
  type ResultCode,
  showFailure,
  showResult,
  titleOf,
} from './result';
export { createStore } from './store';
export { onToast, onWaiting, type Toast, toast } from './toast';
