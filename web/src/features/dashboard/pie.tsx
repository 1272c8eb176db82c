import '@mantine/charts/styles.layer.css';
import { DonutChart } from '@mantine/charts';
import type { Slice } from './documents-pie';

/** Loaded when there is something to draw. */
export default function Pie({ slices }: { slices: Slice[] }) {
  return (
    <DonutChart
      data={slices.filter(({ value }) => value > 0)}
      size={168}
      thickness={20}
      paddingAngle={2}
      startAngle={90}
      endAngle={-270}
      strokeWidth={0}
      withTooltip={false}
      pieChartProps={{ accessibilityLayer: false }}
      pieProps={{ rootTabIndex: -1 }}
    />
  );
}
