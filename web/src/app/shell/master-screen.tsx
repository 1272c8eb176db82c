import { lazy } from 'react';

export const MasterScreen = lazy(() => import('./placeholder'));
