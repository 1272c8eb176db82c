import { before } from 'node:test';
import { withoutFourEyes } from '../lib/api.js';
import { walkRecords } from '../lib/every-record.js';
import { openProduct } from '../lib/product.js';

const product = openProduct();
before(() => withoutFourEyes(product.origin));
walkRecords(product, 'NGB');
