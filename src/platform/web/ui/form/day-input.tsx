import { TextField, type TextFieldProps } from './text-field.tsx';

/** Chooses one day, `YYYY-MM-DD`. Label it with `Field`. */
export const DayInput = (props: Omit<TextFieldProps, 'type'>) => <TextField {...props} type="date" />;
