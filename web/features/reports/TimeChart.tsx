import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Button, Title } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { axesTo, TOP } from '#web/parts/axis.ts';
import { moneyText } from '#contract/money-text.ts';
import { FigureTable } from './FigureTable.tsx';
import classes from './TimeChart.module.css';

interface TimeChartProps {
  title: string;
  /** What the first column says a row is of: Hour, Day, Month. */
  unit: string;
  rows: { label: string; revenue: number; orders: number }[];
  ordersName: string;
  currency: string;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Revenue along a line of time: bars of one colour, whose heights say all, and the same figures as a table. */
export const TimeChart = ({ title, unit, rows, ordersName, currency }: TimeChartProps) => {
  const [isTable, setTable] = useState(false);
  const tableId = useId();
  const most = rows.reduce((best, row) => (row.revenue > best.revenue ? row : best), rows[0] ?? { label: '', revenue: 0, orders: 0 });
  const table = (
    <FigureTable
      name={title}
      columns={[unit, 'Revenue', ordersName]}
      rows={rows.map(({ label, revenue, orders }) => ({
        key: label,
        cells: [label, moneyText(revenue, currency), orders.toLocaleString('en')],
      }))}
    />
  );
  if (most.revenue === 0)
    return (
      <section className={`surface ${classes.panel}`} data-table>
        <Title order={2}>{title}</Title>
        <p className={classes.summary}>No revenue in this period.</p>
        {/* what was ordered and is not paid yet has its hours all the same */}
        {rows.some(({ orders }) => orders > 0) && <div className={classes.table}>{table}</div>}
      </section>
    );
  const summary = `Most at ${most.label}: ${moneyText(most.revenue, currency)}`;
  return (
    <section className={`surface ${classes.panel}`} data-table={isTable || undefined}>
      <div className={classes.head}>
        <div>
          <Title order={2}>{title}</Title>
          <p className={classes.summary}>{summary}</p>
        </div>
        <Button
          variant="subtle"
          color="gray"
          className={classes.toggle}
          leftSection={isTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
          aria-expanded={isTable}
          aria-controls={tableId}
          aria-label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Chart' : 'Table'}
        </Button>
      </div>
      <div className={classes.chart} role="img" aria-label={`${title}. ${summary}.`}>
        <BarChart
          h={260}
          data={rows}
          dataKey="label"
          series={[{ name: 'revenue', label: 'Revenue', color: 'var(--chart)' }]}
          valueFormatter={(value) => moneyText(value, currency)}
          {...axesTo(most.revenue, (value) => compact.format(value))}
          tickLine="none"
          gridAxis="x"
          barProps={{ radius: [3, 3, 0, 0], maxBarSize: 44, isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false, margin: TOP }}
        />
      </div>
      <div id={tableId} className={classes.table}>
        {table}
      </div>
    </section>
  );
};
