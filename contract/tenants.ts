import * as z from 'zod';
import { newPassword } from './own-account.ts';
import { edited } from './edits.ts';
import { endpoint } from './endpoint.ts';
import { done, flag, id, INVALID, instant, optionalFlag, optionalText, paging, pathId, requiredText, text, title } from './fields.ts';
import { absent, allPeriods, optionalPeriodQuery } from './period.ts';

const access = 'superadmin';

/** Whether a restaurant can work now: switched on, and its trial or subscription runs, or has ended within the days of grace. */
export const tenantStates = ['all', 'active', 'inactive'] as const;
export type TenantState = (typeof tenantStates)[number];

export const tenant = z.object({
  id,
  name: z.string(),
  /** the owner's, by which the owner signs in */
  email: z.string().nullable(),
  is_active: z.boolean(),
  subscription_id: z.string().nullable(),
  subscription_start: instant.nullable(),
  subscription_end: instant.nullable(),
  created_at: instant,
  plan: z.string().nullable(),
  /** the UTC day of the last order that was not cancelled, as the sums of the provider know it */
  last_order: z.string().nullable(),
  /** the provider's own; the restaurant never sees it */
  note: z.string().nullable(),
});
export type Tenant = z.output<typeof tenant>;

/** A restaurant that was deleted and can still be restored, `is_active` being false. */
export const deletedTenant = tenant.extend({
  deleted_at: instant,
  /** when all of it is purged */
  purge_at: instant,
});
export type DeletedTenant = z.output<typeof deletedTenant>;

export const countTenants = endpoint({
  method: 'GET',
  path: '/superadmin/tenantsData',
  summary: 'How many restaurants there are, and how many can work now',
  access,
  reply: z.object({
    activeTenants: z.number(),
    inactiveTenants: z.number(),
    allTenants: z.number(),
    /** that can still be restored; they are in none of the other numbers */
    deletedTenants: z.number(),
    /** days after which a deleted restaurant is purged; 0: at once */
    purgeAfterDays: z.number(),
  }),
});

export const listDeletedTenants = endpoint({
  method: 'GET',
  path: '/superadmin/tenantsData/deleted',
  summary: 'The restaurants that were deleted and can still be restored, those deleted last first, with the moment of their purge',
  access,
  reply: z.array(deletedTenant),
});

/** Part of the name or e-mail. */
const search = z.preprocess(absent, text(100).optional());

export const listTenantsToExport = endpoint({
  method: 'GET',
  path: '/superadmin/tenantsData/:status',
  summary:
    'All restaurants of a state, with the search and the period of the list those that it shows, newest first, as JSON or with format=csv as a file for spreadsheets; sent row by row. With a second factor the password again, in X-Confirm-Password',
  access,
  params: z.object({ status: z.enum(tenantStates, INVALID) }),
  query: optionalPeriodQuery(allPeriods, { format: z.enum(['json', 'csv'], INVALID).default('json'), search }),
  reply: z.array(tenant),
});

export const listTenants = endpoint({
  method: 'GET',
  path: '/superadmin/tenants',
  summary: 'One page of restaurants, newest first: by part of the name or e-mail, state, and the days on which they were added (UTC)',
  access,
  query: optionalPeriodQuery(allPeriods, {
    ...paging,
    search,
    status: z.preprocess(absent, z.enum(tenantStates, INVALID).optional()),
  }),
  reply: z.object({
    tenants: z.array(tenant),
    currentPage: z.number(),
    perPage: z.number(),
    totalTenants: z.number(),
    totalPages: z.number(),
  }),
});

/** Characters. */
export const TENANT_NOTE_MAX = 1000;

const email = (absence: string, fault: string) => requiredText(254, absence).pipe(z.email(fault));

export const addTenant = endpoint({
  method: 'POST',
  path: '/superadmin/tenants/add',
  summary: 'Open a restaurant with its owner, as a registration does',
  access,
  body: z.object({
    name: title('Please provide name!'),
    email: email('Please provide Email!', 'Please provide valid email!'),
    password: newPassword('Please provide password!'),
    isActive: optionalFlag.transform((value) => value ?? true),
    /** the owner's own name; absent: the restaurant's stands for it */
    ownerName: optionalText(120),
    /** IANA name; absent: UTC */
    timezone: optionalText(64),
    /** ISO 4217; absent: USD */
    currency: optionalText(3),
  }),
  reply: done.extend({ id }),
});

export const updateTenant = endpoint({
  method: 'PATCH',
  path: '/superadmin/tenants/update/:id',
  summary:
    "Change a restaurant's name, its owner's e-mail, whether it can work, and the provider's note on it; holds at its next call. Its subscription goes on unless cancelSubscription is true. Another e-mail signs the owner out. With a second factor that and cancelSubscription take the password again, in X-Confirm-Password",
  access,
  params: z.object({ id: pathId }),
  body: edited(
    z.object({
      name: title("Please Provide Tenant's Name!"),
      email: email("Please Provide Tenant's Email!", 'Please Provide Valid Email!'),
      isActive: flag.optional(),
      /** the provider's own; absent: unchanged, empty: none */
      note: optionalText(TENANT_NOTE_MAX),
      /** true: its subscription ends at the payment provider now, and what was paid for stays; else it goes on, also where the restaurant cannot work */
      cancelSubscription: optionalFlag,
    }),
  ),
  reply: done,
});

export const deleteTenant = endpoint({
  method: 'DELETE',
  path: '/superadmin/tenants/delete/:id',
  summary:
    'Delete a restaurant; nobody of it gets in from the next call on, and after some days all that is stored of it is purged. With a second factor the password again, in X-Confirm-Password',
  access,
  params: z.object({ id: pathId }),
  reply: done,
});

export const restoreTenant = endpoint({
  method: 'POST',
  path: '/superadmin/tenants/restore/:id',
  summary: 'Take a deleted restaurant back before it is purged; everybody there signs in again',
  access,
  params: z.object({ id: pathId }),
  reply: done,
});

export const listSubscriptionHistory = endpoint({
  method: 'GET',
  path: '/superadmin/tenants/:id/subscription-history',
  summary: 'A restaurant, its store, how many accounts it has, and its subscriptions, newest first',
  access,
  params: z.object({ id: pathId }),
  reply: z.object({
    tenantInfo: tenant,
    storeDetails: z.object({
      store_name: z.string(),
      address: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      currency: z.string(),
      is_qr_menu_enabled: z.union([z.literal(1), z.literal(0)]),
    }),
    totalUsers: z.number(),
    subscriptionHistory: z.array(
      z.object({
        id,
        tenant_id: id,
        created_at: instant,
        starts_on: instant,
        expires_on: instant.nullable(),
        status: z.enum(['created', 'renewed', 'cancelled']),
      }),
    ),
  }),
});
