import { type Corners, type Pixels, straighten } from './geometry';

self.onmessage = ({ data: { picture, corners } }: MessageEvent<{ picture: Pixels; corners: Corners }>) => {
  const page = straighten(picture, corners);
  self.postMessage(page, { transfer: [page.data.buffer] });
};
