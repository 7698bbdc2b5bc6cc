import { type Icon, IconArrowBackUp, IconHandFinger, IconListNumbers, IconMaximize, IconMinimize, IconTextSize } from '@tabler/icons-react';
import classes from './KitchenBar.module.css';
import type { TypeSize } from './type-size.ts';

interface BarButtonProps {
  label: string;
  icon: Icon;
  isOn?: boolean;
  onClick: () => void;
}

const BarButton = ({ label, icon: Picture, isOn, onClick }: BarButtonProps) => (
  <button type="button" className={`${classes.button} mantine-focus-auto`} aria-pressed={isOn} onClick={onClick}>
    <Picture size={24} stroke={1.75} aria-hidden />
    {label}
  </button>
);

interface KitchenBarProps {
  isAllDay: boolean;
  onAllDay: () => void;
  type: TypeSize;
  isOneTouch: boolean;
  onOneTouch: () => void;
  isFull: boolean;
  onFull: () => void;
  onRecall: () => void;
}

/** What a cook does beside cooking, where the thumb of a hand that holds a tablet is. */
export const KitchenBar = ({ isAllDay, onAllDay, type, isOneTouch, onOneTouch, isFull, onFull, onRecall }: KitchenBarProps) => (
  <div className={classes.bar} role="toolbar" aria-label="Kitchen display">
    <BarButton label="Recall" icon={IconArrowBackUp} onClick={onRecall} />
    <BarButton label="All day" icon={IconListNumbers} isOn={isAllDay} onClick={onAllDay} />
    <BarButton label={type.label} icon={IconTextSize} isOn={type.isOn} onClick={type.next} />
    <BarButton label="One touch" icon={IconHandFinger} isOn={isOneTouch} onClick={onOneTouch} />
    <BarButton label="Full screen" icon={isFull ? IconMinimize : IconMaximize} isOn={isFull} onClick={onFull} />
  </div>
);
