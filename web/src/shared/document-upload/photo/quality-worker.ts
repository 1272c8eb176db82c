import { flawsOf, greyOf } from './quality';

self.onmessage = ({ data }: MessageEvent<ImageData>) => self.postMessage(flawsOf(greyOf(data)));
