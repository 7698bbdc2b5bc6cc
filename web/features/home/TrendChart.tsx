import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { moneyText } from '#web/parts/money-text.ts';
import { averageTitle, hourText, openHours, type Trend } from './trend-text.ts';

/** Bars for today, a dashed line with dots for what is usual: told apart without colour, too. */
export const TrendChart = ({ trend }: { trend: Trend }) => {
  const usual = averageTitle(trend);
  return (
    <CompositeChart
      h={240}
      data={openHours(trend.hours).map(({ hour, today, average }) => ({ hour: hourText(hour), Today: today, usual: average }))}
      dataKey="hour"
      series={[
        { name: 'Today', color: 'var(--accent-text)', type: 'bar' },
        ...(usual
          ? [{ name: 'usual', label: usual, color: 'var(--mantine-color-dimmed)', type: 'line' as const, strokeDasharray: '5 4' }]
          : []),
      ]}
      curveType="linear"
      dotProps={{ r: 3 }}
      maxBarWidth={28}
      withLegend
      legendProps={{ verticalAlign: 'bottom', height: 32 }}
      tickLine="none"
      gridAxis="x"
      yAxisProps={{ width: 64 }}
      valueFormatter={(value) => moneyText(Number(value.toFixed(3)), trend.currency)}
      composedChartProps={{ accessibilityLayer: false }}
    />
  );
};
