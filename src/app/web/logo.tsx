/** The product's logo: three stones, the newest on top. `wordmark` adds the name. */
export function Logo({ size = 24, wordmark = true }: { size?: number; wordmark?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
        <path
          className="fill-stone-9"
          d="M2.6 25.3C2.4 22 7.6 20.2 15.9 20.1 24.6 20 29.6 21.6 29.5 25 29.4 28.3 24 29.7 15.6 29.7 7.5 29.7 2.8 28.5 2.6 25.3Z"
        />
        <path
          className="fill-stone-8"
          d="M5.8 15.3C5.9 12.3 10 11.1 16.4 11.2 23 11.3 26.5 13.2 26.3 16.2 26.1 19.1 22 19.9 15.7 19.7 9.4 19.5 5.7 18.3 5.8 15.3Z"
        />
        <path
          className="fill-accent"
          d="M9.3 6.9C9.1 4.1 12.2 2.6 16.4 2.5 20.6 2.4 23.1 4.2 23 7 22.9 9.7 20.2 10.7 16.2 10.7 12.1 10.7 9.5 9.6 9.3 6.9Z"
        />
      </svg>
      {wordmark ? <span className="text-16 font-semibold tracking-[-0.025em]">Cairn</span> : null}
    </span>
  );
}
