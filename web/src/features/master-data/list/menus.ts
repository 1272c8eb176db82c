import { lazy } from 'react';
import { retryImport } from '@/lib/on-demand';

/** The menus of a list. */
export const loadMenus = () => retryImport(() => import('./opened-menus'));

export const ColumnItems = lazy(async () => ({ default: (await loadMenus()).ColumnItems }));
export const ExtraItems = lazy(async () => ({ default: (await loadMenus()).ExtraItems }));
export const RowMenuItems = lazy(async () => ({ default: (await loadMenus()).RowMenuItems }));
