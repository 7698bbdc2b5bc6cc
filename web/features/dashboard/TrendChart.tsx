import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { axesTo, TOP } from '#web/parts/axis.ts';
import { moneyText } from '#contract/money-text.ts';
import { averageTitle, hourText, openHours, type Trend } from './trend-text.ts';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Bars for today, a dashed line with dots for what is usual: told apart without colour, too. */
export const TrendChart = ({ trend }: { trend: Trend }) => {
  const usual = averageTitle(trend);
  const hours = openHours(trend.hours);
  return (
    <CompositeChart
      h={240}
      data={hours.map(({ hour, today, average }) => ({ hour: hourText(hour), Today: today, usual: average }))}
      dataKey="hour"
      series={[
        { name: 'Today', color: 'var(--chart)', type: 'bar' },
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
      {...axesTo(Math.max(0, ...hours.flatMap(({ today, average }) => [today ?? 0, average])), (value) => compact.format(value))}
      // on a phone it stays within its card
      tooltipProps={{ allowEscapeViewBox: { x: false, y: true }, wrapperStyle: { maxWidth: '70%' } }}
      valueFormatter={(value) => moneyText(Number(value.toFixed(3)), trend.currency)}
      composedChartProps={{ accessibilityLayer: false, margin: TOP }}
    />
  );
};
