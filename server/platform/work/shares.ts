/** What waited too long reads like a database that has no connection left: 503, and a retry makes sense. */
const tooBusy = () => Object.assign(new Error('This tenant has too much under way.'), { code: '53300' });

interface Tenant {
  running: number;
  waiting: (() => void)[];
}

/**
 * Lets at most `share` pieces of one tenant's work run at a time; the others wait outside the pool of connections, so that
 * no other tenant has to. Whoever waits longer than `timeout` ms is refused, and whoever would wait behind `queue` others is so at once.
 * Work must not ask for a second share of its tenant.
 */
export const openShares = (share: number, timeout: number, queue = Infinity) => {
  const tenants = new Map<number, Tenant>();

  const wait = (tenant: Tenant) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        tenant.waiting.splice(tenant.waiting.indexOf(enter), 1);
        reject(tooBusy());
      }, timeout);
      tenant.waiting.push(enter);
    });

  return async <T>(tenantId: number, work: () => Promise<T>): Promise<T> => {
    const tenant = tenants.get(tenantId) ?? { running: 0, waiting: [] };
    tenants.set(tenantId, tenant);
    if (tenant.running < share) tenant.running += 1;
    else if (tenant.waiting.length < queue) await wait(tenant);
    else throw tooBusy();
    try {
      return await work();
    } finally {
      // whoever leaves hands its place on, so that the first who waits is the first who goes
      const next = tenant.waiting.shift();
      if (next) next();
      else if (--tenant.running === 0) tenants.delete(tenantId);
    }
  };
};
