/** The shape of a series, without axes; decoration beside a figure that says the value in words. Nothing for fewer than two points. */
export function SparkLine({
  values,
  width = 72,
  height = 24,
}: {
  values: readonly number[];
  width?: number;
  height?: number;
}) {
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = 1 + (index / (values.length - 1)) * (width - 4);
    const y = height - 3 - ((value - low) / span) * (height - 6);
    return [Math.round(x * 10) / 10, Math.round(y * 10) / 10] as const;
  });
  const last = points.at(-1) ?? [0, 0];
  return (
    <svg
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="shrink-0 text-stone-8"
    >
      <polyline
        points={points.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={last[0]} cy={last[1]} r={2.25} className="fill-accent" />
    </svg>
  );
}
