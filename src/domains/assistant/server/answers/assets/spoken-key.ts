const units: Readonly<Record<string, string>> = { celsius: '°C', percent: '%', eur: 'EUR', g: 'g' };

/** Formats a key with its unit: `temperature_celsius` is `temperature (°C)`. */
export function spokenKey(key: string): string {
  const parts = key.split('_');
  const unit = units[parts.at(-1) ?? ''];
  return unit === undefined || parts.length < 2
    ? key.replaceAll('_', ' ')
    : `${parts.slice(0, -1).join(' ')} (${unit})`;
}
