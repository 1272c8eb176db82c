import { walkRecords } from '../lib/every-record.js';
import { openProduct } from '../lib/product.js';

walkRecords(openProduct(), 'NGB');
