/** What waited too long reads like a database that has no connection left: 503, and a retry makes sense. */
const tooBusy = () => Object.assign(new Error('This tenant has too much under way.'), { code: '53300' });

interface Tenant {
  running: number;
  waiting: (() => void)[];
}

/**
 * A semaphore for each tenant: at most `limit` pieces of its work run at a time; the others wait outside the pool of connections, so that
 * no other tenant has to. Whoever waits longer than `timeout` ms is refused, and whoever would wait behind `queue` others is so at once.
 * Work must not wait for the semaphore of its own tenant again.
 */
export const openSemaphores = (limit: number, timeout: number, queue = Infinity) => {
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
    if (tenant.running < limit) tenant.running += 1;
    else if (tenant.waiting.length < queue) await wait(tenant);
    else throw tooBusy();
    try {
      return await work();
    } finally {
      // first in, first out: who ends hands its place to the first that waits
      const next = tenant.waiting.shift();
      if (next) next();
      else if (--tenant.running === 0) tenants.delete(tenantId);
    }
  };
};
