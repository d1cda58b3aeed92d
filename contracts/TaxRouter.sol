// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @title Forwards tax payments to the treasury and records which bill each one is for.
/// @notice A payment counts for the bill in its event, whoever sent it. The contract holds nothing, has no owner, and
/// cannot be changed.
contract TaxRouter {
    using SafeERC20 for IERC20;

    /// @notice Receives every payment.
    address payable public immutable treasury;
    /// @notice The token of `payUsdc`.
    IERC20 public immutable usdc;

    /// @notice A payment reached the treasury. `token` is zero for ETH. `amount` is in wei, or in units of the token.
    event TaxPaid(bytes32 indexed bill, address indexed payer, address token, uint256 amount);

    /// @notice An address of the constructor is zero.
    error ZeroAddress();
    /// @notice A payment must be more than zero.
    error ZeroAmount();
    /// @notice The treasury did not accept the ETH.
    error TreasuryRefused();
    /// @notice The treasury received another amount than was paid.
    error AmountDiffers(uint256 received, uint256 paid);

    constructor(address payable treasury_, IERC20 usdc_) {
        if (treasury_ == address(0) || address(usdc_) == address(0)) revert ZeroAddress();
        treasury = treasury_;
        usdc = usdc_;
    }

    /// @notice Pays `amount` units of USDC for a bill. The caller must have approved this contract for the amount.
    function payUsdc(bytes32 bill, uint256 amount) external {
        if (amount == 0) revert ZeroAmount();
        uint256 before = usdc.balanceOf(treasury);
        usdc.safeTransferFrom(msg.sender, treasury, amount);
        // A token that takes a fee would otherwise be credited in full.
        uint256 received = usdc.balanceOf(treasury) - before;
        if (received != amount) revert AmountDiffers(received, amount);
        emit TaxPaid(bill, msg.sender, address(usdc), amount);
    }

    /// @notice Pays the ETH sent with the call for a bill.
    function payEth(bytes32 bill) external payable {
        if (msg.value == 0) revert ZeroAmount();
        emit TaxPaid(bill, msg.sender, address(0), msg.value);
        (bool accepted, ) = treasury.call{value: msg.value}("");
        if (!accepted) revert TreasuryRefused();
    }
}
