interface FloorTable {
  table_title: string;
  floor: string;
}

export interface Floor<Table> {
  name: string;
  tables: Table[];
}

/** Table 2 stands before Table 10. */
export const { compare: compareTitles } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The tables by floor, both in the order in which people look for them; '-' is no floor and comes last. */
export const floorsOf = <Table extends FloorTable>(tables: readonly Table[]): Floor<Table>[] => {
  const names = [...new Set(tables.map(({ floor }) => floor))];
  return names
    .map((name) => ({
      name,
      tables: tables.filter(({ floor }) => floor === name).sort((a, b) => compareTitles(a.table_title, b.table_title)),
    }))
    .sort((a, b) => Number(a.name === '-') - Number(b.name === '-') || compareTitles(a.name, b.name));
};

/** Of a floor, for people. */
export const floorTitle = (name: string): string => (name === '-' ? 'No floor' : name);
