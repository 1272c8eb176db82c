import { withoutFourEyes } from '../lib/api.js';
import { walkRecords } from '../lib/every-record.js';
import { openProduct } from '../lib/product.js';

const product = openProduct({ ready: withoutFourEyes });
walkRecords(product, 'NGB');
