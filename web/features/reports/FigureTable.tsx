import classes from './FigureTable.module.css';

interface FigureTableProps {
  /** What the table is of, for those who do not see the heading above it. */
  name: string;
  columns: string[];
  rows: { key: string; cells: string[] /** 0 to 1: the length of the bar below the first cell */; share?: number }[];
}

/** Figures in columns, the first of which says of what; with shares each row is a bar as well, so that chart and table are one. */
export const FigureTable = ({ name, columns, rows }: FigureTableProps) => (
  <table className={classes.table} aria-label={name}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, cells: [first, ...others], share }) => (
        <tr key={key}>
          <th scope="row">
            {first}
            {share !== undefined && <span className={classes.bar} style={{ width: `${100 * share}%` }} />}
          </th>
          {others.map((cell, place) => (
            <td key={columns[place + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
