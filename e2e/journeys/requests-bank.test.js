import { openProduct } from '../lib/product.js';
import { walkRequests } from '../lib/request-journey.js';
import { variants } from '../lib/variants.js';

const product = openProduct();

for (const variant of variants.filter(({ entity }) => entity === 'NGB')) walkRequests(product, variant);
