/** What a chunk of the built application exports. */
type Exports = Record<string, unknown>;
type Make = (require: (path: string) => Exports, exports: Exports, name: string) => void;
/** As each chunk's script hands it over, whether the loader is there already or not: a file's name, and what makes its exports. */
type Chunk = readonly [name: string, make: Make];

/** For a chunk that is loaded when it is needed: the files that have to be there besides those of the page, itself among them. */
export type Needs = Record<string, { scripts: readonly string[]; styles: readonly string[] }>;

/** Waits for an element that fetches something; takes it away again if that fails. */
const arrival = (element: HTMLScriptElement | HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => {
      element.remove();
      reject(new TypeError(`Not loaded: ${'src' in element ? element.src : element.href}`));
    };
    document.head.append(element);
  });

/** Does something once; again only if it failed. */
const once = (act: (key: string) => Promise<void>) => {
  const done = new Map<string, Promise<void>>();
  return (key: string): Promise<void> => {
    const before = done.get(key);
    if (before) return before;
    const doing = act(key);
    done.set(key, doing);
    doing.catch(() => done.delete(key));
    return doing;
  };
};

/**
 * Brings together the chunks of the built application, which are classic scripts (docs/decisions/0019-classic-scripts.md). `folder` is
 * where they lie, with a slash at its end; `handed` are those that came before the loader.
 */
export const startLoader = (folder: string, needs: Needs, handed: readonly Chunk[]) => {
  const makers = new Map<string, Make>(handed);
  const made = new Map<string, Exports>();

  const require = (path: string): Exports => {
    const name = path.replace('./', '');
    const before = made.get(name);
    if (before) return before;
    const make = makers.get(name);
    if (!make) throw new TypeError(`Not loaded: ${name}`);
    const exports: Exports = {};
    // before it is made: two chunks may need each other
    made.set(name, exports);
    make(require, exports, name);
    return exports;
  };

  const fetchScript = once((file) => arrival(Object.assign(document.createElement('script'), { src: folder + file })));
  const fetchStyle = once(async (file) => {
    const href = folder + file;
    if (!document.querySelector(`link[rel="stylesheet"][href="${href}"]`))
      await arrival(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
  });

  return {
    /** Called by a chunk's script: what it holds is made when it is first asked for. */
    push: ([name, make]: Chunk): void => void makers.set(name, make),
    /** Answers what a chunk exports, after its scripts and style sheets have come. It fails as `import()` does; asked again, it tries again. */
    load: async (name: string): Promise<Exports> => {
      const { scripts, styles } = needs[name] ?? { scripts: [], styles: [] };
      await Promise.all([...scripts.filter((file) => !makers.has(file)).map(fetchScript), ...styles.map(fetchStyle)]);
      return require(name);
    },
  };
};
