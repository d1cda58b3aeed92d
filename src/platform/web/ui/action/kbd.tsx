/** Shows a key or a chord: `keys={['Ctrl', 'K']}`. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-grid h-5 min-w-5 place-items-center rounded-[4px] border border-line-strong bg-surface px-1 font-sans text-12 text-muted"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
