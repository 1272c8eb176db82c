import { walkScreens } from '../lib/every-screen.js';
import { openProduct } from '../lib/product.js';

walkScreens(openProduct(), 'KALVI');
