import type { RouteObject } from 'react-router';
import {
  type Icon,
  IconArmchair,
  IconBuildingStore,
  IconCategory,
  IconCreditCard,
  IconGrill,
  IconMessageQuestion,
  IconPercentage,
  IconPrinter,
  IconReceipt,
  IconReceiptTax,
  IconToolsKitchen2,
} from '@tabler/icons-react';
import { from } from './lazy-screen.ts';

export const SETTINGS_ROOT = '/dashboard/settings';

interface SettingsPage {
  title: string;
  path: string;
  icon: Icon;
  /** Where its code lies. */
  screen: RouteObject['lazy'];
}

/** The pages of the settings' frame, in its order: the routes, the frame's navigation and the quick search read these lines. */
export const settingsPages: readonly SettingsPage[] = [
  {
    title: 'Store Details',
    path: `${SETTINGS_ROOT}/details`,
    icon: IconBuildingStore,
    screen: from(() => import('#web/features/store-settings/StoreDetailsScreen.tsx'), 'StoreDetailsScreen'),
  },
  {
    title: 'Print Settings',
    path: `${SETTINGS_ROOT}/print-settings`,
    icon: IconReceipt,
    screen: from(() => import('#web/features/print-settings/PrintSettingsScreen.tsx'), 'PrintSettingsScreen'),
  },
  {
    title: 'Printers',
    path: `${SETTINGS_ROOT}/printers`,
    icon: IconPrinter,
    screen: from(() => import('#web/features/printers/PrintersScreen.tsx'), 'PrintersScreen'),
  },
  {
    title: 'Store Tables',
    path: `${SETTINGS_ROOT}/tables`,
    icon: IconArmchair,
    screen: from(() => import('#web/features/tables/TablesScreen.tsx'), 'TablesScreen'),
  },
  {
    title: 'Menu Items',
    path: `${SETTINGS_ROOT}/menu-items`,
    icon: IconToolsKitchen2,
    screen: from(() => import('#web/features/menu-items/MenuItemsScreen.tsx'), 'MenuItemsScreen'),
  },
  {
    title: 'Categories',
    path: `${SETTINGS_ROOT}/menu-items/categories`,
    icon: IconCategory,
    screen: from(() => import('#web/features/categories/CategoriesScreen.tsx'), 'CategoriesScreen'),
  },
  {
    title: 'Stations',
    path: `${SETTINGS_ROOT}/stations`,
    icon: IconGrill,
    screen: from(() => import('#web/features/stations/StationsScreen.tsx'), 'StationsScreen'),
  },
  {
    title: 'Tax Setup',
    path: `${SETTINGS_ROOT}/tax-setup`,
    icon: IconReceiptTax,
    screen: from(() => import('#web/features/taxes/TaxesScreen.tsx'), 'TaxesScreen'),
  },
  {
    title: 'Charges',
    path: `${SETTINGS_ROOT}/charges`,
    icon: IconPercentage,
    screen: from(() => import('#web/features/charges/ChargesScreen.tsx'), 'ChargesScreen'),
  },
  {
    title: 'Payment Types',
    path: `${SETTINGS_ROOT}/payment-types`,
    icon: IconCreditCard,
    screen: from(() => import('#web/features/payment-types/PaymentTypesScreen.tsx'), 'PaymentTypesScreen'),
  },
  {
    title: 'Reasons',
    path: `${SETTINGS_ROOT}/reasons`,
    icon: IconMessageQuestion,
    screen: from(() => import('#web/features/reasons/ReasonsScreen.tsx'), 'ReasonsScreen'),
  },
];
